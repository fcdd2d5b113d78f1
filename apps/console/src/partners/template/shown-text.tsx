import classes from './template.module.css'

/** A request or an answer as it is, which scrolls. */
export const ShownText = ({ children }: { children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keyboard
  <pre className={classes.shown} tabIndex={0}>
    {children}
  </pre>
)
