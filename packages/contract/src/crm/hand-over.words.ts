import { words } from '../kernel/language.ts'

/** The messages to both salesmen at the end of a hand-over. Only the service words them. */
export const handOverWords = words('handOver', {
  fromTitle: ['您的线索已移交', 'Your leads were handed over'],
  from: [
    '{{moved}} 条线索已移交给“{{name}}”，{{toPool}} 条退回线索池。',
    'Leads handed over to “{{name}}”: {{moved}}. Returned to their pools: {{toPool}}.',
  ],
  fromToPools: ['{{toPool}} 条线索已退回线索池。', 'Leads returned to their pools: {{toPool}}.'],
  toTitle: ['您接手了线索', 'Leads were handed over to you'],
  to: ['“{{name}}”移交给您 {{moved}} 条线索。', '“{{name}}” handed leads over to you: {{moved}}.'],
})
