import { words } from './language.ts'

/** The texts of the dialog that crops a picture. */
export const cropWords = words('crop', {
  title: ['裁剪图片', 'Crop picture'],
  hint: [
    '拖动图片或用方向键移动；滚轮或双指缩放。',
    'Drag the picture, or move it with the arrow keys. Scroll or pinch to zoom.',
  ],
  area: ['裁剪区域', 'Crop area'],
  zoom: ['缩放', 'Zoom'],
  apply: ['裁剪并上传', 'Crop and upload'],
  cancel: ['取消', 'Cancel'],
  close: ['关闭', 'Close'],
})
