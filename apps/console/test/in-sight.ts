import { vi } from 'vitest'

/** From here on, whatever is observed is in sight, or is not. */
export function observeAs(isIntersecting: boolean): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ isIntersecting }])
      }
      disconnect() {}
    },
  )
}
