import classes from './link-text.module.css'

/** A link on one line. If it is too long, its beginning is left out: the links of a batch differ at their ends. */
export const LinkText = ({ url }: { url: string }) => (
  <span className={classes.link}>
    <bdi dir="ltr">{url}</bdi>
  </span>
)
