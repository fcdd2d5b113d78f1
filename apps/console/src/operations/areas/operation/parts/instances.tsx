import { operationWords } from '@kabao/contract/operations/operation.words'
import { useWords } from '#kit'
import classes from '../operation.module.css'
import { Part } from '../part.tsx'
import { InstanceCard } from './instance-card.tsx'
import type { PartOf } from './parts.tsx'

/** Every instance with what it says of itself. */
export function InstancesPart({ overview }: PartOf) {
  const { t } = useWords(operationWords)
  const { instances } = overview
  // The version of the one that answered is what the others are compared with.
  const own = instances?.find(({ isThis }) => isThis) ?? instances?.[0]
  return (
    <Part part="instances" overview={overview} isWide>
      {instances && instances.length > 0 && (
        <ul className={classes.instances} aria-label={t('part.instances')}>
          {instances.map((instance) => (
            <InstanceCard
              key={instance.id}
              instance={instance}
              isOtherVersion={instance.version !== own?.version || instance.commit !== own.commit}
            />
          ))}
        </ul>
      )}
    </Part>
  )
}
