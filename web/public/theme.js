// Runs before the first paint, so a dark page never flashes white. It is a separate file because the content security
// policy allows no inline scripts.
;(() => {
  let chosen
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value')
  } catch {
    // The browser blocks storage: use the system's colour scheme.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
