import { words } from './language.ts'

/** Why a text is no number. Apart from the other problems, because pages without such a field do not load it. */
export const numberWords = words('number', {
  money: ['请输入金额，最多两位小数', 'Enter an amount with at most two decimal places'],
  percentage: ['请输入百分比，最多两位小数', 'Enter a percentage with at most two decimal places'],
  separators: ['千分位逗号的位置不对，例如 1,234,567', 'A comma is in the wrong place. Write 1,234,567.'],
  points: ['小数点只能出现一次', 'Only one decimal sign is allowed'],
  minus: ['不能为负数', 'Can’t be negative'],
  exponent: ['请写出完整数字，不用科学计数法', 'Write the number out, without an exponent'],
  parentheses: ['请去掉括号', 'Leave out the parentheses'],
  unitWord: ['请写出完整数字，不用“万”等单位', 'Write the number out, without a unit such as 万 or k'],
  tooLarge: ['数字过大', 'The number is too large'],
  least: ['不能小于 {{min}}', 'Can’t be less than {{min}}'],
  between: ['须在 {{min}} 至 {{max}} 之间', 'Must be between {{min}} and {{max}}'],
})
