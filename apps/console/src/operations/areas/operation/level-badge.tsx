import { operationWords } from '@kabao/contract/operations/operation.words'
import { type Level, levels } from '@kabao/contract/operations/operation-judgment'
import {
  Badge,
  IconAlertCircle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconExclamationCircleFilled,
  useWords,
} from '#kit'
import classes from './operation.module.css'

/** A level, or `unknown` of a part that could not be read. */
export type ShownLevel = Level | 'unknown'

const looks = {
  fine: ['green', IconCircleCheckFilled],
  look: ['orange', IconExclamationCircleFilled],
  act: ['red', IconCircleXFilled],
  unknown: ['gray', IconAlertCircle],
} as const

/** A judgment in a word, with a picture and a color. */
export function LevelBadge({ level }: { level: ShownLevel }) {
  const { t } = useWords(operationWords)
  const [color, Picture] = looks[level]
  return (
    <Badge color={color}>
      <Picture size={14} aria-hidden className={classes.sign} />{' '}
      {level === 'unknown' ? t('failure.level') : t(`level.${level}`)}
    </Badge>
  )
}

/** The most urgent of several levels; fine without any. */
export const worstOf = (given: readonly Level[]): Level =>
  levels.findLast((level) => given.includes(level)) ?? 'fine'
