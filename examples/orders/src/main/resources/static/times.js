/** Shows times where the reader is. The server, which does not know that, has written them in UTC. */
export function localTimes(root = document) {
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  root.querySelectorAll('time[datetime]').forEach(time => {
    time.textContent = shown.format(new Date(time.dateTime));
  });
}

localTimes();
