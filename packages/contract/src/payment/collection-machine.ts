import { machine } from '../kernel/machine.ts'

/** The states of collection channels. */
export const collectionMachine = machine({
  name: 'collection',
  states: {
    enabled: { words: ['启用', 'Enabled'], tone: 'good' },
    disabled: { words: ['停用', 'Disabled'], tone: 'over' },
  },
  start: 'disabled',
  acts: {
    enable: {
      from: ['disabled'],
      to: 'enabled',
      summary: ['启用收款渠道', 'Enable collection channels'],
      button: ['启用', 'Enable'],
      done: ['已启用', 'Enabled'],
      several: {
        button: ['批量启用', 'Enable'],
        title: [
          '启用选中的 {{count}} 个收款渠道？',
          'Enable {{count}} selected collection {{count, channel|channels}}?',
        ],
        text: ['启用后新订单可以使用它们。', 'New orders can use them at once.'],
      },
      all: {
        title: [
          '启用符合条件的 {{count}} 个收款渠道？',
          'Enable {{count}} matching collection {{count, channel|channels}}?',
        ],
      },
    },
    disable: {
      from: ['enabled'],
      to: 'disabled',
      summary: ['停用收款渠道', 'Disable collection channels'],
      button: ['停用', 'Disable'],
      done: ['已停用', 'Disabled'],
      question: {
        title: ['停用这个收款渠道？', 'Disable this collection channel?'],
        text: [
          '停用后新订单不再使用它；已有订单仍可付款、查询和退款。',
          'New orders no longer use it. Orders that it has can still be paid, looked up and refunded.',
        ],
      },
      isDanger: true,
      several: {
        button: ['批量停用', 'Disable'],
        title: [
          '停用选中的 {{count}} 个收款渠道？',
          'Disable {{count}} selected collection {{count, channel|channels}}?',
        ],
        text: [
          '停用后新订单不再使用它们；已有订单不受影响。',
          'New orders no longer use them. Orders that they have are not affected.',
        ],
      },
      all: {
        title: [
          '停用符合条件的 {{count}} 个收款渠道？',
          'Disable {{count}} matching collection {{count, channel|channels}}?',
        ],
      },
    },
  },
  serviceActs: {},
})
