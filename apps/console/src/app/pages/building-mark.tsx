import { frameWords } from '@kabao/contract/app/frame.words'
import { IconBarrierBlock, useWords } from '#kit'
import classes from './building-mark.module.css'
import { isBeingBuilt } from './registry.ts'

/** A small sign beside the link of a page that is being built; nothing beside other links. */
export function BuildingMark({ page }: { page: string }) {
  const { t } = useWords(frameWords)
  if (!isBeingBuilt(page)) return null
  return (
    <span className={classes.mark} role="img" aria-label={t('building.mark')} title={t('building.mark')}>
      <IconBarrierBlock size={14} aria-hidden />
    </span>
  )
}
