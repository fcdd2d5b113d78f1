import { words } from './language.ts'

/** The texts of the editor of a rich text. */
export const richTextWords = words('richText', {
  toolbar: ['格式', 'Format'],
  bold: ['加粗', 'Bold'],
  italic: ['斜体', 'Italic'],
  h2: ['标题', 'Heading'],
  h3: ['小标题', 'Subheading'],
  bulletList: ['项目列表', 'Bullet list'],
  orderedList: ['编号列表', 'Numbered list'],
  blockquote: ['引用', 'Quote'],
  link: ['链接', 'Link'],
  unlink: ['移除链接', 'Remove link'],
  undo: ['撤销', 'Undo'],
  redo: ['重做', 'Redo'],
  address: ['链接地址', 'Address of the link'],
  save: ['确定', 'Apply'],
})
