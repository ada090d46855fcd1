// Before the first paint, so that whoever chose dark sees no white flash. A file of its own, since the content policy
// allows no script in the page.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // A browser that keeps nothing for us: the system's scheme it is.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
