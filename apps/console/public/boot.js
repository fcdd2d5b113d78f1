// Runs before the first paint, in its own file because the content security policy allows no inline script.
// Afterwards `kit/theme/scheme.ts` and `app/start/titles.ts` take over.
;(() => {
  // Zod would try `new Function` once, and the browser reports this as a violation of the policy.
  globalThis.__zod_globalConfig = { jitless: true }
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const stored = read('arco-theme')
  const isDark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  if (isDark) {
    // The body does not exist yet; the attribute is set before the body is painted.
    new MutationObserver((_, observer) => {
      if (!document.body) return
      document.body.setAttribute('arco-theme', 'dark')
      observer.disconnect()
    }).observe(document.documentElement, { childList: true })
  }
  const language = read('arco-locale')
  if (language !== null && language !== 'zh-CN') document.documentElement.lang = 'en-US'
})()
