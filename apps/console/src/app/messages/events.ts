/** One server-sent event. */
export interface ServerEvent {
  event: string
  id?: string
  data: string
}

/** Parses server-sent events from a response body; `onBytes` is also called for comments. */
export async function* eventsOf(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      onBytes()
      const parts = (text + decoder.decode(value, { stream: true })).split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const event = parsed(part)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parsed(block: string): ServerEvent | null {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1).trimStart()]
    }),
  )
  const [event, data, id] = [fields.get('event'), fields.get('data'), fields.get('id')]
  if (event === undefined || data === undefined) return null
  return { event, data, ...(id !== undefined && { id }) }
}
