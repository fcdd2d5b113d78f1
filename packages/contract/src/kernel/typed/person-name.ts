import { oneLine } from './line.ts'
import { isPlain } from './marks.ts'

const han = '\\p{Script=Han}'
/** Between the parts of a name. A full stop is one only between Chinese characters: `J.R.` keeps its own. */
const dots = new RegExp(` ?[·•‧∙⋅・･] ?|(?<=${han}) ?[.．。｡] ?(?=${han})`, 'gu')
const spaces = new RegExp(`(?<=${han}) (?=${han})`, 'gu')

/**
 * A person's name: `阿卜杜 • 热合曼` is `阿卜杜·热合曼`, `张 三` is `张三`, and letters have half width. Names are stored and searched in this
 * form. Migration 0103 has the same rules in SQL.
 */
export function plainName(text: string): string {
  if (isPlain(text)) return text.trim().replace(/ {2,}/g, ' ')
  return oneLine(text)
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\s+/g, ' ')
    .replace(dots, '·')
    .replace(spaces, '')
}
