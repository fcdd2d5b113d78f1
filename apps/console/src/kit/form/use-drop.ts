import { type ClipboardEvent, type DragEvent, useState } from 'react'

/** Lets an element accept files that are dropped on it, or pasted while it has the focus. */
export function useDrop(take: (files: readonly File[]) => void, isOpen: boolean) {
  const [isOver, setIsOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const props = {
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault()
      event.dataTransfer.dropEffect = isOpen ? 'copy' : 'none'
      setIsOver(isOpen)
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      if (isOpen) take([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files]
      if (files.length === 0 || !isOpen) return
      event.preventDefault()
      take(files)
    },
  }
  return { isOver, props }
}
