import type { Overview } from '@kabao/contract/operations/operation'
import classes from '../operation.module.css'
import { BackupPart } from './backup.tsx'
import { BreakersPart } from './breakers.tsx'
import { DatabasePart } from './database.tsx'
import { ErrorsPart, StatisticsPart } from './figures-only.tsx'
import { InstancesPart } from './instances.tsx'
import { LedgerPart, ReconcilePart } from './money.tsx'
import { PartitionsPart } from './partitions.tsx'
import { PipelinePart, QueuesPart } from './queues.tsx'
import { ReplicationPart } from './replication.tsx'
import { SettingsPart } from './settings.tsx'

export interface PartOf {
  overview: Overview
  /** Something was done about a part, so the page is read again. */
  onActed: () => void
}

/** All parts of the page, in the order of the contract. */
export const Parts = (all: PartOf) => (
  <div className={classes.parts}>
    <InstancesPart {...all} />
    <SettingsPart {...all} />
    <DatabasePart {...all} />
    <ReplicationPart {...all} />
    <BackupPart {...all} />
    <PartitionsPart {...all} />
    <QueuesPart {...all} />
    <PipelinePart {...all} />
    <BreakersPart {...all} />
    <StatisticsPart {...all} />
    <ErrorsPart {...all} />
    <LedgerPart {...all} />
    <ReconcilePart {...all} />
  </div>
)
