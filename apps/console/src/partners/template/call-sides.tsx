import { ShownText } from './shown-text.tsx'
import classes from './template.module.css'

interface Message {
  title: string
  /** The first line: method and address, or the status. */
  first: string
  headers: Readonly<Record<string, string>>
  body: string | null
}

interface CallSidesProps {
  request: Message & { plain?: { title: string; text: string } | undefined }
  /** Null: there is no answer. */
  reply: Omit<Message, 'title'> | null
  replyTitle: string
}

/** A request and its answer beside each other, as they were sent. */
export function CallSides({ request, reply, replyTitle }: CallSidesProps) {
  return (
    <div className={classes.sides}>
      <section>
        <h3 className={classes.heading}>{request.title}</h3>
        <ShownText>{written(request)}</ShownText>
        {request.plain && (
          <>
            <h3 className={classes.heading}>{request.plain.title}</h3>
            <ShownText>{request.plain.text}</ShownText>
          </>
        )}
      </section>
      <section>
        <h3 className={classes.heading}>{replyTitle}</h3>
        <ShownText>{reply === null ? '—' : written(reply)}</ShownText>
      </section>
    </div>
  )
}

const written = ({ first, headers, body }: Omit<Message, 'title'>) => messageText(first, headers, body)

/** An HTTP message as it is read: its first line, its headers, its body. */
export const messageText = (
  first: string,
  headers: Readonly<Record<string, string>>,
  body: string | null,
): string =>
  [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body ?? ''].join('\n')
