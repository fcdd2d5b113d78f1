import { type Words, words } from '../kernel/language.ts'
import type { JudgmentName } from './operation-judgment.ts'

/** A sentence for each judgment: why, and what to do. Chapters are those of docs/operating.md. */
export const operationJudgmentWords = words('operationJudgment', {
  instancesFine: [
    '{{count}} 个实例正常运行，版本 {{version}}。',
    '{{count}} {{count, instance runs|instances run}} well, in version {{version}}.',
  ],
  roleMissing: [
    '没有实例承担 {{roles}}：这部分工作无人处理。请启动 SERVE 包含它的实例。',
    'No instance serves {{roles}}, so nobody does that work. Start an instance whose SERVE has it.',
  ],
  instanceSilent: [
    '{{names}} 已 {{seconds}} 没有心跳：可能被强制结束、卡死或连不上数据库。请查看它的日志；一小时后此行自动移除。',
    '{{names}}: no heartbeat for {{seconds}}. It was killed, hangs, or cannot reach the database. Read its log; the row goes by itself after an hour.',
  ],
  versionsDiffer: [
    '同时运行着多个版本：{{versions}}。升级时属正常；升级完成后请停止旧实例。',
    'Several versions run at once: {{versions}}. That is right during an upgrade; stop the old instances when it is done.',
  ],
  poolWaits: [
    '{{names}}：有 {{count}} 个请求在等待数据库连接。若一直如此，请增大连接池或增加实例（运维手册“角色与连接池”）。',
    '{{names}}: {{count}} {{count, request waits|requests wait}} for a database connection. If it stays so, enlarge the pool or add an instance (“Roles and pools”).',
  ],
  poolStuck: [
    '{{names}}：连接池已满，有 {{count}} 个请求在排队。请查看数据库是否变慢，并增大连接池或增加实例（运维手册“角色与连接池”）。',
    '{{names}}: the pool is full and {{count}} {{count, request waits|requests wait}}. See whether the database is slow, and enlarge the pool or add an instance (“Roles and pools”).',
  ],
  loopLate: [
    '{{names}} 的事件循环延迟 {{ms}} 毫秒，应答变慢。若一直如此，请增加实例。',
    '{{names}}: the event loop is {{ms}} ms late, so answers are slow. If it stays so, add an instance.',
  ],
  loopStuck: [
    '{{names}} 的事件循环延迟 {{ms}} 毫秒：处理器过载。请增加实例，或给它更多处理器。',
    '{{names}}: the event loop is {{ms}} ms late; the processor is overloaded. Add an instance or give it more processor.',
  ],
  memoryHigh: [
    '{{names}} 已用 {{percent}} 的可用内存。若继续上升，请给它更多内存。',
    '{{names}} uses {{percent}} of its memory. If it still rises, give it more.',
  ],
  memoryFull: [
    '{{names}} 已用 {{percent}} 的可用内存，随时可能被结束。请给它更多内存后重启。',
    '{{names}} uses {{percent}} of its memory and may be ended at any moment. Give it more and restart it.',
  ],
  listenerDeaf: [
    '{{names}} 收不到通知：页面和设置不会及时更新。若数据库正常，请重启该实例。',
    '{{names}} hears no announcements, so pages and settings are not up to date there. If the database is fine, restart the instance.',
  ],
  clockOff: [
    '{{names}} 的时钟与数据库相差 {{ms}} 毫秒，签名的有效时间会因此判断错误。请在该机器上启用时间同步。',
    '{{names}}: the clock is {{ms}} ms off that of the database, so signatures may be refused. Let the machine synchronize its time.',
  ],

  settingsFine: ['没有风险配置。', 'No setting is risky.'],
  demoPassword: [
    '有账号仍在使用众所周知的演示密码。请立即修改（管理员列表）。',
    'An account still has the well-known password of the demo. Change it now (Administrators).',
  ],
  ownerRights: [
    '{{names}} 以表的所有者身份运行，能够改写操作日志。请按 docs/operating.md 的“数据库权限”使用两个数据库用户。',
    '{{names}} works as the owner of the tables and could change the audit log. Use two database users (docs/operating.md, “Rights in the database”).',
  ],
  sandbox: [
    '{{names}} 允许沙箱收款渠道接单，但沙箱不会真正收款。请去掉 SANDBOX_PAYMENTS。',
    '{{names}} lets collection channels of the sandbox take orders, which collect no money. Remove SANDBOX_PAYMENTS.',
  ],
  embedded: [
    '{{names}} 使用内置数据库，只适合试用。正式使用请设置 DATABASE_URL（运维手册“安装”）。',
    '{{names}} uses the embedded database, which is for trying out. Set DATABASE_URL for real use (“Install”).',
  ],
  anyHost: [
    '{{names}} 应答任意域名的请求。请设置 ALLOWED_HOSTS。',
    '{{names}} answers for any host name. Set ALLOWED_HOSTS.',
  ],
  noProxy: [
    '{{names}} 可从其他机器直接访问，且没有受信任的代理。请在前面放置 TLS 代理，并设置 TRUST_PROXY。',
    '{{names}} can be reached from other machines and trusts no proxy. Put a proxy with TLS in front and set TRUST_PROXY.',
  ],
  noMetricsToken: [
    '{{names}} 没有 METRICS_TOKEN，其他机器无法读取指标，也就无法告警。',
    '{{names}} has no METRICS_TOKEN, so no other machine can read its metrics and raise alarms.',
  ],
  noDrain: [
    '{{names}} 的 DRAIN_SECONDS 为 0：滚动升级时会有请求失败（运维手册“升级”）。',
    '{{names}} has DRAIN_SECONDS at 0, so calls fail during an upgrade (“Upgrade”).',
  ],
  wordyLog: [
    '{{names}} 的日志级别过细，日志会很大。平时请设置 LOG_LEVEL=info。',
    '{{names}} logs every detail, which fills disks. Set LOG_LEVEL=info for daily use.',
  ],

  databaseFine: [
    '主库可写，已用 {{used}} / {{limit}} 个连接。',
    'The primary can be written to. Connections in use: {{used}} of {{limit}}.',
  ],
  notPrimary: [
    '所连的服务器是备库，无法写入。请检查 DATABASE_URL 和主备切换（运维手册“角色与连接池”）。',
    'The connected server is a standby and cannot be written to. Check DATABASE_URL and the failover.',
  ],
  connectionsHigh: [
    '已用 {{percent}} 的数据库连接。请增大 max_connections 或缩小连接池（运维手册“角色与连接池”）。',
    '{{percent}} of the database connections are used. Raise max_connections or make pools smaller (“Roles and pools”).',
  ],
  connectionsFull: [
    '已用 {{percent}} 的数据库连接，新的连接将被拒绝。请立即增大 max_connections 或停止多余的程序（运维手册“角色与连接池”）。',
    '{{percent}} of the database connections are used, and new ones will be refused. Raise max_connections or stop what is not needed (“Roles and pools”).',
  ],
  poolsExceed: [
    '各实例的连接池合计 {{count}}，超过数据库的 {{limit}}：负载高时或滚动升级时会连接失败（运维手册“角色与连接池”）。',
    'The pools of all instances add up to {{count}}, and the database allows {{limit}}: under load or in an upgrade connections will fail (“Roles and pools”).',
  ],
  frozenOld: [
    '最旧的未冻结行已有 {{count}} 个事务。请查看 autovacuum 是否被长事务或复制槽阻塞。',
    'The oldest row that was not frozen is {{count}} {{count, transaction|transactions}} old. See whether a long transaction or a slot holds autovacuum back.',
  ],
  frozenTooOld: [
    '最旧的未冻结行已有 {{count}} 个事务，达到 20 亿时 PostgreSQL 将停止写入。请立即结束长事务并执行 vacuum freeze。',
    'The oldest row that was not frozen is {{count}} {{count, transaction|transactions}} old; at two billion the database stops to write. End long transactions and run vacuum freeze now.',
  ],
  archiveFails: [
    '预写日志归档失败，磁盘会被写满，也无法恢复到最近时刻。请查看 archive_command（运维手册“备份”）。',
    'The write-ahead log cannot be archived: the disk fills, and a restore ends earlier. See archive_command (“Back up”).',
  ],

  replicationFine: [
    '{{count}} 个备库已同步到最新。',
    '{{count}} {{count, standby is|standbys are}} up to date.',
  ],
  replicationNone: [
    '没有备库。主库损坏时只能从备份恢复。',
    'There is no standby. If the server is lost, only a backup is left.',
  ],
  replicationHidden: [
    '有 {{count}} 个备库连接，但本服务的数据库用户无权查看复制状态。请执行：grant pg_monitor to 服务的用户。',
    '{{count}} {{count, standby is|standbys are}} connected, but the database user of the service may not see how far. Run: grant pg_monitor to that user.',
  ],
  standbyLags: [
    '{{names}} 落后 {{bytes}}（{{seconds}}）。若继续增加，请查看备库的磁盘和网络。',
    '{{names}} is {{bytes}} ({{seconds}}) behind. If it still grows, see the disk and the network of the standby.',
  ],
  standbyFar: [
    '{{names}} 落后 {{bytes}}（{{seconds}}）：此时切换会丢失这些数据。请查看备库的磁盘和网络。',
    '{{names}} is {{bytes}} ({{seconds}}) behind, which a failover would lose now. See the disk and the network of the standby.',
  ],
  syncMissing: [
    '数据库配置为同步复制，但没有同步备库：提交会一直等待。请恢复备库，或修改 synchronous_standby_names。',
    'The database wants a synchronous standby and has none, so commits wait. Bring the standby back, or change synchronous_standby_names.',
  ],
  slotIdle: [
    '复制槽 {{names}} 没有连接，主库为它保留了 {{bytes}} 日志。若不再需要，请删除。',
    'Nobody uses the slot {{names}}, and the server keeps {{bytes}} of its log for it. Drop it if it is not needed.',
  ],
  slotFull: [
    '复制槽 {{names}} 没有连接，主库为它保留了 {{bytes}} 日志，磁盘可能被写满。请恢复备库或删除该复制槽。',
    'Nobody uses the slot {{names}}, and the server keeps {{bytes}} of its log for it, which may fill the disk. Bring the standby back or drop the slot.',
  ],
  replicaUnused: [
    '{{names}} 没有使用只读副本：它落后过多或没有应答，读取由主库承担。请查看副本。',
    '{{names}} does not use the replica for reads, which is too far behind or does not answer; the primary answers. See the replica.',
  ],

  backupFine: [
    '最近的完整备份在 {{seconds}}前，{{bytes}}。',
    'The last backup is {{seconds}} old and has {{bytes}}.',
  ],
  backupRuns: ['正在备份，已进行 {{seconds}}。', 'A backup has been running for {{seconds}}.'],
  backupNone: [
    '还没有备份：数据库损坏时无法恢复。请立即备份并设为每天执行（运维手册“备份”）。',
    'There is no backup, so a lost database stays lost. Make one now and one each day (“Back up”).',
  ],
  backupNoneYet: [
    '还没有备份。试用环境可以没有；正式使用前请设为每天执行（运维手册“备份”）。',
    'There is no backup. A trial may do without; before real use, make one each day (“Back up”).',
  ],
  backupOld: [
    '最近的完整备份在 {{seconds}}前，已超过一天半。请查看定时备份为何没有运行（运维手册“备份”）。',
    'The last good backup is {{seconds}} old, more than a day and a half. See why the daily one does not run (“Back up”).',
  ],
  backupFailed: [
    '最近一次备份失败，请排除原因后重新备份（运维手册“备份”）：{{failure}}',
    'The last backup failed. Remove the cause and back up again (“Back up”): {{failure}}',
  ],
  backupFilesMissing: [
    '备份缺少 {{count}} 个文件，存储中没有它们的内容（运维手册“备份”）。',
    'The backup lacks {{count}} {{count, file|files}} that the storage does not have (“Back up”).',
  ],

  partitionsFine: [
    '{{count}} 张分区表都已提前创建分区，最少的还够 {{seconds}}。',
    '{{count}} partitioned {{count, table has|tables have}} partitions ahead, at least for {{seconds}}.',
  ],
  partitionsShort: [
    '{{names}} 的分区只够 {{seconds}}，之后将无法写入。请立即创建分区，并查看任务“创建和清理数据分区”为何失败。',
    '{{names}}: partitions for {{seconds}} only, and then nothing can be written. Create now, and see why the job that makes partitions fails.',
  ],
  partitionsKept: [
    '{{names}} 有早已到期却未删除的分区。请查看任务“创建和清理数据分区”。',
    '{{names}}: partitions are kept longer than the settings say. See the job that drops partitions.',
  ],

  queuesFine: [
    '后台任务及时执行，等待 {{waiting}}，执行中 {{active}}。',
    'Jobs begin in time; {{waiting}} wait and {{active}} run.',
  ],
  queueWaits: [
    '{{names}} 已等待 {{seconds}}。若继续等待，请增加承担 jobs 的实例。',
    '{{names}} has waited for {{seconds}}. If it goes on, add an instance that serves jobs.',
  ],
  queueStuck: [
    '{{names}} 已等待 {{seconds}}，无人处理。请查看承担 jobs 的实例是否正常。',
    '{{names}} has waited for {{seconds}} and nobody takes it. See whether an instance that serves jobs is well.',
  ],
  jobsFailed: [
    '近一天有 {{count}} 次后台任务失败：{{names}}。请查看原因，并在后台任务页重新执行。',
    '{{count}} {{count, job run|job runs}} failed within a day: {{names}}. See why, and run them again on the page of background jobs.',
  ],

  pipelineFine: [
    '待办步骤及时处理，到期 {{count}} 个。',
    'Due steps are taken in time; {{count}} {{count, is|are}} due.',
  ],
  stepsLate: [
    '最早的待办步骤已到期 {{seconds}}，共 {{count}} 个。若继续增加，请增加承担 jobs 的实例或增大 ENGINE_POOL。',
    'The oldest due step has waited for {{seconds}}; {{count}} {{count, is|are}} due. If it grows, add an instance that serves jobs or enlarge ENGINE_POOL.',
  ],
  stepsStuck: [
    '最早的待办步骤已到期 {{seconds}}，共 {{count}} 个：推送停滞。请查看承担 jobs 的实例的日志。',
    'The oldest due step has waited for {{seconds}}; {{count}} {{count, is|are}} due, and people are not pushed. Read the log of the instances that serve jobs.',
  ],
  paymentsLate: [
    '最早的支付待办已到期 {{seconds}}，共 {{count}} 个。若继续增加，请增加承担 jobs 的实例。',
    'The oldest payment step has waited for {{seconds}}; {{count}} {{count, is|are}} due. If it grows, add an instance that serves jobs.',
  ],
  paymentsStuck: [
    '最早的支付待办已到期 {{seconds}}，共 {{count}} 个：支付和退款停滞。请查看承担 jobs 的实例的日志。',
    'The oldest payment step has waited for {{seconds}}; {{count}} {{count, is|are}} due, and payments stand still. Read the log of the instances that serve jobs.',
  ],
  troublesWait: [
    '有 {{count}} 条推送需要人工处理。',
    '{{count}} {{count, push waits|pushes wait}} for a person to look at.',
  ],

  breakersFine: ['没有合作方被熔断。', 'No breaker is open.'],
  breakersOpen: [
    '{{names}} 没有应答，已停止向其发送。对方恢复后会自动继续；请联系对方。',
    '{{names}} does not answer, and nobody is sent there. It goes on by itself once they are back; ask them.',
  ],

  statisticsFine: ['统计数据截至 {{seconds}}前。', 'The figures are {{seconds}} old.'],
  statisticsLate: [
    '统计数据截至 {{seconds}}前。若继续落后，请查看承担 jobs 的实例。',
    'The figures are {{seconds}} old. If it grows, see the instances that serve jobs.',
  ],
  statisticsStuck: [
    '统计数据已停在 {{seconds}}前，报表不再更新。请查看承担 jobs 的实例的日志，以及是否有长事务。',
    'The figures stand still since {{seconds}}, and reports do not move. Read the log of the instances that serve jobs, and look for a long transaction.',
  ],

  errorsFine: ['没有错误。', 'There were no errors.'],
  errorsOther: [
    '服务没有出错；页面或合作方有 {{count}} 次错误。',
    'The service had no errors; pages or partners had {{count}}.',
  ],
  errorsOfServer: [
    '服务出错 {{count}} 次。请在错误上报列表中查看。',
    'The service had {{count}} {{count, error|errors}}. See the error reports.',
  ],
  errorsMany: [
    '服务出错 {{count}} 次，远多于平时应有的。请立即在错误上报列表中查看。',
    'The service had {{count}} {{count, error|errors}}, far too many. See the error reports now.',
  ],

  ledgerFine: [
    '{{seconds}}前核对了 {{count}} 条流水，全部正确。',
    '{{count}} {{count, transfer was|transfers were}} checked {{seconds}} ago, and all are right.',
  ],
  ledgerBroken: [
    '核对流水发现 {{count}} 处不符，可能有人绕过系统改动了数据。请立即查看资金流水页。',
    'The check of the ledger found {{count}} {{count, fault|faults}}: somebody may have changed data behind the service. See the ledger now.',
  ],
  ledgerUnchecked: ['还没有核对过流水。可以现在核对。', 'The ledger was never checked. Check it now.'],
  ledgerOld: [
    '上次核对流水在 {{seconds}}前，应每晚一次。可以现在核对，并查看后台任务。',
    'The ledger was last checked {{seconds}} ago; a job does it every night. Check it now, and see the background jobs.',
  ],

  reconcileFine: ['没有未处理的对账差异。', 'No difference is open.'],
  differencesOpen: [
    '有 {{count}} 条对账差异未处理，最早的在 {{seconds}}前。',
    '{{count}} {{count, difference is|differences are}} open, the oldest for {{seconds}}.',
  ],
} satisfies Record<JudgmentName, Words>)
