import { type ComponentPropsWithoutRef, createElement } from 'react'
import classes from './badge.module.css'

/** A state or a kind in a word. Our own component, because a list renders many: the library's costs several times as much each. */
export const Badge = ({ color, ...others }: { color: string } & ComponentPropsWithoutRef<'span'>) =>
  createElement('span', {
    className: classes.badge,
    style: {
      background: `var(--mantine-color-${color}-light)`,
      color: `var(--mantine-color-${color}-light-color)`,
    },
    ...others,
  })
