import type { ReactNode } from 'react'
import classes from './form-section.module.css'

/** Fields of a form that belong together, under a title. */
export const FormSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.section}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)
