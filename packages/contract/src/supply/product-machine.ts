import type { Words } from '../kernel/language.ts'
import { machine } from '../kernel/machine.ts'

/** The states of products, from draft to off sale. Each of the two lists has its own acts and permission points. */
const machineOf = <const N extends string>(name: N, [zh, en]: Words) =>
  machine({
    name,
    states: {
      draft: { words: ['草稿', 'Draft'], tone: 'waiting' },
      onSale: { words: ['在售', 'On sale'], tone: 'good' },
      offSale: { words: ['已下架', 'Off sale'], tone: 'over' },
    },
    start: 'draft',
    acts: {
      putOnSale: {
        from: ['draft', 'offSale'],
        to: 'onSale',
        summary: [`上架${zh}`, `Put ${en} on sale`],
        button: ['上架', 'Put on sale'],
        done: ['已上架', 'Put on sale'],
        question: {
          title: ['上架这个产品？', 'Put this product on sale?'],
          text: ['上架后用户可以立即看到和购买。', 'Users can see and buy it at once.'],
        },
        several: {
          button: ['批量上架', 'Put on sale'],
          title: [
            '上架选中的 {{count}} 个产品？',
            'Put {{count}} selected {{count, product|products}} on sale?',
          ],
          text: ['在售的产品不受影响。', 'Products that are on sale already stay as they are.'],
        },
        all: true,
      },
      takeOffSale: {
        from: ['onSale'],
        to: 'offSale',
        summary: [`下架${zh}`, `Take ${en} off sale`],
        button: ['下架', 'Take off sale'],
        done: ['已下架', 'Taken off sale'],
        question: {
          title: ['下架这个产品？', 'Take this product off sale?'],
          text: [
            '下架后用户不能再购买，已购买的不受影响。',
            'Users can no longer buy it. Past purchases stay valid.',
          ],
        },
        isDanger: true,
        several: {
          button: ['批量下架', 'Take off sale'],
          title: [
            '下架选中的 {{count}} 个产品？',
            'Take {{count}} selected {{count, product|products}} off sale?',
          ],
          text: ['只有在售的产品会被下架。', 'Only products that are on sale are taken off.'],
        },
        all: true,
      },
    },
    serviceActs: {
      begin: {
        from: ['draft', 'offSale'],
        to: 'onSale',
        summary: [`${zh}到时间自动上架`, `Sale of ${en} began on its date`],
      },
      end: {
        from: ['onSale'],
        to: 'offSale',
        summary: [`${zh}到时间自动下架`, `Sale of ${en} ended on its date`],
      },
    },
  })

export const productMachine = machineOf('product', ['产品', 'products'])
export const productUvMachine = machineOf('productUv', ['联登产品', 'joint login products'])
