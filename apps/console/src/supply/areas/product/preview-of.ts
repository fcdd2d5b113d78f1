import type { Previewed } from './phone-preview.tsx'

/** The fields that the preview shows. It is rendered again only when one of them changes. */
export const previewOf = ({
  coverFileId,
  name,
  summary,
  detail,
  faceFen,
  priceFen,
  validDays,
}: Previewed): Previewed => ({
  coverFileId,
  name,
  summary,
  detail,
  faceFen,
  priceFen,
  validDays,
})
