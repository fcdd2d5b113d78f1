import { words } from './language.ts'

/** The texts of a form that is a page, besides those of every form. */
export const formPageWords = words('formPage', {
  parts: ['表单各部分', 'Parts of the form'],
  beside: ['填写时的参考', 'Beside the form'],
  hasProblem: ['有需要改正的内容', 'Has something to correct'],
})
