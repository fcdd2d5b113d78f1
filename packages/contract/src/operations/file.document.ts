import { document } from '../kernel/area-document.ts'
import { file } from './file.ts'

export const fileDocument = document(file, ['文件', 'Files'])
