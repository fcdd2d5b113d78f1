import type { ReactNode } from 'react'
import { ActionIcon } from '#kit/controls/action-icon.ts'
import { Button } from '#kit/controls/button.ts'
import { IconPlus, IconTrash } from '#kit/icons.ts'
import type { FormAt } from './form-at.ts'
import classes from './rows.module.css'

interface RowsProps {
  form: FormAt
  /** Of the list. */
  path: string
  /** What a new row has. */
  blank: unknown
  most: number
  /** A list that must not be empty keeps its last row. */
  least?: number
  words: { add: string; remove: (nth: string) => string }
  children: (path: string, nth: string) => ReactNode
}

/** A list of a template, each row with its fields and a button that removes it. */
export function Rows({ form, path, blank, most, least = 0, words, children }: RowsProps) {
  const list = form.at(path) as unknown[]
  return (
    <div className={classes.list}>
      {list.map((_, index) => {
        const nth = String(index + 1)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row hold no state of their own
          <div key={index} className={classes.row}>
            <div className={classes.fields}>{children(`${path}.${index}`, nth)}</div>
            {list.length > least && (
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.remove}
                aria-label={words.remove(nth)}
                onClick={() =>
                  form.set(
                    path,
                    list.filter((_, each) => each !== index),
                  )
                }
              >
                <IconTrash size={14} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )
      })}
      {list.length < most && (
        <Button
          size="xs"
          variant="default"
          className={classes.add}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.set(path, [...list, blank])}
        >
          {words.add}
        </Button>
      )}
    </div>
  )
}
