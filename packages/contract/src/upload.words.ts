import { words } from './language.ts'

/** The texts of the file input and of the avatar input. */
export const uploadWords = words('upload', {
  choose: ['选择文件', 'Choose files'],
  chooseOne: ['选择文件', 'Choose a file'],
  choosePicture: ['选择图片', 'Choose a picture'],
  change: ['更换图片', 'Change the picture'],
  hint: [
    '也可以拖到这里或粘贴 · {{types}} · 不超过 {{limit}}',
    'Or drop it here, or paste · {{types}} · at most {{limit}}',
  ],
  most: ['最多 {{count}} 个', 'at most {{count}}'],
  cancel: ['取消上传 {{name}}', 'Cancel {{name}}'],
  remove: ['移除 {{name}}', 'Remove {{name}}'],
  again: ['重新上传 {{name}}', 'Send {{name}} again'],
  removePicture: ['移除图片', 'Remove the picture'],
  cancelPicture: ['取消上传', 'Cancel the upload'],
  progress: ['{{name}} 的上传进度', 'How much of {{name}} is sent'],
  checking: ['正在处理…', 'Being looked at…'],
  stored: ['{{name}} 已上传', '{{name}} is uploaded'],
  failed: ['上传失败，请重试', 'It could not be sent, please try again'],
  attached: ['已上传的文件', 'An uploaded file'],
})
