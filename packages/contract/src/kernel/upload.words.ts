import { words } from './language.ts'

/** The texts of the file input and of the avatar input. */
export const uploadWords = words('upload', {
  choose: ['选择文件', 'Choose files'],
  chooseOne: ['选择文件', 'Choose file'],
  choosePicture: ['选择图片', 'Choose picture'],
  change: ['更换图片', 'Change picture'],
  hint: [
    '也可以拖到这里或粘贴 · {{types}} · 不超过 {{limit}}',
    'Or drop or paste it here · {{types}} · up to {{limit}}',
  ],
  most: ['最多 {{count}} 个', 'up to {{count}}'],
  cancel: ['取消上传 {{name}}', 'Cancel the upload of {{name}}'],
  remove: ['移除 {{name}}', 'Remove {{name}}'],
  again: ['重新上传 {{name}}', 'Upload {{name}} again'],
  removePicture: ['移除图片', 'Remove picture'],
  cancelPicture: ['取消上传', 'Cancel upload'],
  progress: ['{{name}} 的上传进度', 'Upload progress of {{name}}'],
  checking: ['正在处理…', 'Processing…'],
  stored: ['{{name}} 已上传', '{{name}} uploaded'],
  failed: ['上传失败，请重试', 'Upload failed. Try again.'],
  attached: ['已上传的文件', 'Uploaded file'],
})
