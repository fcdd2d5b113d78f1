/** Puts a text on the clipboard, also where the page is not served over https; answers whether it is there. */
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
  // Inside the dialog, whose focus trap would take the selection away from anything outside it.
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
