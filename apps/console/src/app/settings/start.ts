import { useScheme } from '#kit'
import { fromFile, useSettings } from './store.ts'

/**
 * Applies theme color and color-weak mode at the start, if the settings file differs from the style sheet, and whenever they or
 * the scheme change. The code for it is loaded only then.
 */
export function startSettings(): void {
  const isPlain = useSettings.getState().themeColor.toUpperCase() === '#165DFF'
  // Once variables are set on the body, they hide those of the style sheet, so they must follow every change of the scheme.
  let isShown = !isPlain || fromFile.colorWeak
  if (isShown) void show()
  useSettings.subscribe(({ themeColor, colorWeak }, before) => {
    if (themeColor === before.themeColor && colorWeak === before.colorWeak) return
    isShown = true
    void show()
  })
  useScheme.subscribe(() => {
    if (isShown) void show()
  })
}

async function show(): Promise<void> {
  const { showThemeColor } = await import('#kit/theme/color.ts')
  const { themeColor, colorWeak } = useSettings.getState()
  showThemeColor(themeColor, useScheme.getState().scheme)
  // The attribute is absent until the mode is first turned on; afterwards it is `none`, as in the template.
  if (colorWeak) document.body.style.filter = 'invert(80%)'
  else if (document.body.style.filter !== '') document.body.style.filter = 'none'
}
