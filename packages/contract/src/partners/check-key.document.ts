import { document } from '../kernel/area-document.ts'
import { checkKey } from './check-key.ts'

export const checkKeyDocument = document(checkKey, ['查重密钥', 'Check keys'])
