import type { ReactNode } from 'react'
import classes from './form-row.module.css'

/** Fields beside one another; below one another where there is no room. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className={classes.row}>{children}</div>
)
