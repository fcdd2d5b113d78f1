import { words } from '../kernel/language.ts'

export const leadPoolWords = words('leadPool', {
  title: ['线索池', 'Pools'],
  field: {
    id: ['编号', 'ID'],
    name: ['名称', 'Name'],
    kind: ['类型', 'Type'],
    teamId: ['团队', 'Team'],
    teamName: ['团队', 'Team'],
    ownerId: ['负责人', 'In charge'],
    ownerName: ['负责人', 'In charge'],
    waiting: ['待领取', 'Waiting'],
    held: ['销售持有', 'Held'],
    maxHeld: ['每人持有上限', 'Most held by one'],
    maxClaimsPerDay: ['每人每日领取上限', 'Claims a day'],
    coolDownDays: ['冷却期（天）', 'Cool-down (days)'],
    lockMinutes: ['退回后锁定（分钟）', 'Rest after return (minutes)'],
    recycleDays: ['未跟进回收（天）', 'Return without follow-up (days)'],
    protectDays: ['未成交回收（天）', 'Return if not won (days)'],
    firstContactMinutes: ['首次联系时限（分钟）', 'First contact (minutes)'],
    hiddenFields: ['领取前隐藏', 'Hidden until claimed'],
    isAutomatic: ['自动分配', 'Automatic assignment'],
    remark: ['备注', 'Note'],
    createdBy: ['创建人', 'Created by'],
    createdAt: ['创建时间', 'Created at'],
    updatedBy: ['修改人', 'Changed by'],
    updatedAt: ['修改时间', 'Changed at'],
  },
  kind: {
    public: ['公海', 'Public'],
    team: ['团队', 'Team'],
  },
  hideable: {
    name: ['姓名', 'Name'],
    phone: ['手机号', 'Phone number'],
    cityCode: ['城市', 'City'],
    source: ['来源', 'Source'],
    channelId: ['渠道', 'Channel'],
    remark: ['备注', 'Note'],
  },
  automatic: {
    on: ['开启', 'On'],
    off: ['关闭', 'Off'],
  },
  hint: {
    team: [
      '池中的线索只给这个团队的成员；添加后不能更换',
      'Its leads are for the members of this team. The team stays.',
    ],
    owner: [
      '负责维护这个线索池的销售；留空为无人',
      'The salesperson in charge of the pool; leave empty for nobody',
    ],
    maxHeld: [
      '一名销售最多同时持有这个池的未结束线索数',
      'The most open leads of this pool that one salesperson holds at the same time',
    ],
    maxClaimsPerDay: [
      '一名销售一个业务日最多领取的次数；退回不返还次数',
      'The most claims of one salesperson in a business day. Giving a lead back returns no claim.',
    ],
    coolDownDays: [
      '退回线索的销售，几天后才能再次领取它；0 为不限制',
      'How many days somebody who gave a lead back waits before claiming it again; 0 for none',
    ],
    lockMinutes: [
      '线索退回后，几分钟内任何人都不能领取；0 为不锁定',
      'How many minutes nobody can claim a lead that was given back; 0 for none',
    ],
    recycleDays: ['几天没有跟进，线索退回池中', 'A lead returns after so many days without a follow-up'],
    protectDays: [
      '持有几天仍未成交，无论是否跟进，线索退回池中',
      'A lead that is not won returns after so many days, whatever the follow-ups',
    ],
    firstContactMinutes: [
      '获得线索后应在几分钟内首次联系，超时则转给下一人',
      'A new lead is contacted within so many minutes, or goes to the next salesperson',
    ],
    hiddenFields: [
      '销售持有线索之前看不到这些内容',
      'What a salesperson does not see before holding the lead',
    ],
    isAutomatic: [
      '开启后，按销售的权重、值班时段、配额和上限自动分配池中的线索',
      'Leads are assigned by the weights of the salespeople, within their duty hours, quotas and capacities',
    ],
  },
  section: {
    limits: ['领取规则', 'Claims'],
    returning: ['回收规则', 'Returns'],
    shown: ['展示与分配', 'Display and assignment'],
  },
  hasLeads: ['线索池中有过线索，不能删除', 'The pool has or had leads, so it cannot be deleted'],
  publicStays: ['公海不能删除', 'The public pool cannot be deleted'],
  action: {
    edit: ['编辑', 'Edit'],
    remove: ['删除', 'Delete'],
  },
  add: ['添加线索池', 'Add a pool'],
  edit: ['编辑线索池', 'Edit a pool'],
  nobody: ['无人', 'Nobody'],
  remove: {
    title: ['删除线索池“{{name}}”？', 'Delete “{{name}}”?'],
    text: ['只能删除从未有过线索的线索池。', 'Only a pool that never had a lead can be deleted.'],
    done: ['已删除', 'Deleted'],
  },
})
