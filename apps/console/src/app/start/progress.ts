import nprogress from 'nprogress'
import type { DataRouter } from 'react-router'
import './progress.css'

/** Source: docs/specification/frame.md. The library's own template uses a role that does not exist. */
nprogress.configure({
  minimum: 0.08,
  speed: 200,
  trickle: true,
  trickleSpeed: 800,
  showSpinner: false,
  barSelector: '.bar',
  template: '<div class="bar"></div>',
})

/**
 * Shows the progress bar while a page is decided on and loaded. It does not show it for a change of the query alone, nor for a
 * link to an open tab (`tabs/store.ts`), which has nothing to load.
 */
export function showProgress(router: DataRouter): () => void {
  const follow = ({ initialized, navigation, location }: typeof router.state) => {
    const isMoving =
      navigation.state !== 'idle' &&
      navigation.location.pathname !== location.pathname &&
      !(navigation.location.state as { tab?: string } | null)?.tab
    if (!initialized || isMoving) nprogress.start()
    else nprogress.done()
  }
  follow(router.state)
  return router.subscribe(follow)
}
