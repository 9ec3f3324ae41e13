// Points in time in the reader's own form and time zone.

/** Rewrites every `<time datetime>` of the page. */
export function tellTimes() {
  const { lang } = document.documentElement;
  const moment = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }); // the same day everywhere
  for (const time of document.querySelectorAll('time')) {
    time.textContent = (time.dateTime.includes('T') ? moment : day).format(new Date(time.dateTime));
  }
}
