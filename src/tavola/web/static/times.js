// Points in time in the reader's own form and time zone.

/** Rewrites every `<time datetime>` of the page. */
export function tellTimes() {
  const form = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  for (const time of document.querySelectorAll('time')) {
    time.textContent = form.format(new Date(time.dateTime));
  }
}
