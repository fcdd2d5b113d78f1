/** Copies a text to the clipboard, also on a page without https; returns whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}

function copyByHand(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  // Inside the dialog, because its focus trap would take the selection away from an element outside.
  const place = document.querySelector('[role=dialog]') ?? document.body
  place.append(area)
  area.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    area.remove()
  }
}
