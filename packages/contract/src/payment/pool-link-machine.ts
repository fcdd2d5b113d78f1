import { machine } from '../kernel/machine.ts'

/** The states of a link of the pool. Orders and time change them, except that a person voids an idle link. */
export const poolLinkMachine = machine({
  name: 'poolLink',
  states: {
    idle: { words: ['空闲', 'Idle'], tone: 'good' },
    assigned: { words: ['已分配', 'Assigned'], tone: 'active' },
    used: { words: ['已使用', 'Used'], tone: 'over' },
    expired: { words: ['已过期', 'Expired'], tone: 'over' },
    void: { words: ['已作废', 'Void'], tone: 'bad' },
  },
  start: 'idle',
  acts: {
    void: {
      from: ['idle'],
      to: 'void',
      summary: ['作废链接', 'Void links'],
      button: ['作废', 'Void'],
      done: ['已作废', 'Voided'],
      question: {
        title: ['作废这条链接？', 'Void this link?'],
        text: [
          '作废后不再分配给订单，也不能再次导入，不能撤销。',
          'No order will get it, and it cannot be imported again. This cannot be undone.',
        ],
      },
      isDanger: true,
      several: {
        button: ['批量作废', 'Void'],
        title: ['作废选中的 {{count}} 条链接？', 'Void {{count}} selected {{count, link|links}}?'],
        text: ['只有空闲的链接会被作废，不能撤销。', 'Only idle links are voided. This cannot be undone.'],
      },
      all: {
        title: ['作废符合条件的 {{count}} 条链接？', 'Void {{count}} matching {{count, link|links}}?'],
      },
    },
  },
  serviceActs: {
    // A payment that comes late takes a link back that is still idle.
    assign: { from: ['idle'], to: 'assigned', summary: ['链接分配给订单', 'Link given to an order'] },
    use: { from: ['assigned', 'idle'], to: 'used', summary: ['订单已支付，链接已使用', 'Link paid for'] },
    giveBack: {
      from: ['assigned'],
      to: 'idle',
      summary: ['订单未支付，链接已退回', 'Link given back unpaid'],
    },
    expire: { from: ['idle'], to: 'expired', summary: ['链接到期', 'Link expired'] },
  },
})
