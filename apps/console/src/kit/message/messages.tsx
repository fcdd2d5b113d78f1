import { IconCircleCheckFilled, IconCircleXFilled, IconInfoCircleFilled } from '../icons.ts'
import { type Tone, useMessages } from './message.ts'
import classes from './messages.module.css'

const icons = {
  success: IconCircleCheckFilled,
  error: IconCircleXFilled,
  info: IconInfoCircleFilled,
} satisfies Record<Tone, unknown>

/** The stack of messages at the top of the page. */
export function Messages() {
  const shown = useMessages((state) => state.shown)
  return (
    <div className={classes.stack}>
      {shown.map(({ id, tone, text }) => {
        const Icon = icons[tone]
        return (
          <div
            key={id}
            className={classes.message}
            role={tone === 'error' ? 'alert' : 'status'}
            data-tone={tone}
          >
            <Icon size={20} className={classes.icon} aria-hidden />
            <span>{text}</span>
          </div>
        )
      })}
    </div>
  )
}
