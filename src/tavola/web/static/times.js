// Points in time in the reader's own form and time zone.

/** Rewrites every `<time datetime>` of the page. */
export function tellTimes() {
  const { lang } = document.documentElement;
  const moment = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }); // the same day everywhere
  const month = new Intl.DateTimeFormat(lang, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  for (const time of document.querySelectorAll('time')) {
    const form = time.dateTime.includes('T') ? moment : time.dateTime.length > '2026-11'.length ? day : month;
    time.textContent = form.format(new Date(time.dateTime));
  }
}
