export { changeConfig, loadConfig, runtimeConfig } from './call/config.ts'
export { doubtConnection, useConnection, watchConnection } from './call/connection.ts'
export { expire } from './call/expiry.ts'
export { reasonOf } from './call/failure.ts'
export {
  type AnswerOptions,
  AnswersProvider,
  pageOpens,
  pageReturns,
  queries,
  queryKey,
  useAnswer,
  useSend,
} from './call/query.ts'
export { isExpiry, Refusal } from './call/refusal.ts'
export { type SendArguments, type SendInput, send } from './call/send.ts'
export { Chart, type ChartOptions, type ChartProps } from './chart/chart.tsx'
export { ChoiceField, ChoiceFilter, ChoicesField } from './choice/choice-field.tsx'
export { type StatusTab, StatusTabs } from './choice/status-tabs.tsx'
export { CitiesField } from './city/cities-field.tsx'
export { CitiesText, useCitiesText } from './city/use-cities-text.ts'
export { type ColumnsOf, useColumns } from './columns/use-columns.ts'
export * from './controls.ts'
export { copyText } from './copy.ts'
export * from './crud/index.ts'
export { DetailHead } from './detail/detail-head.tsx'
export { Fact, Facts } from './detail/facts.tsx'
export { RevealButton } from './detail/reveal-button.tsx'
export { RowPanel, type RowPanelProps } from './detail/row-panel.tsx'
export { Timeline, type TimelineEntry } from './detail/timeline.tsx'
export { useOpen, useOpenPart, useOpenTab } from './detail/use-open.ts'
export { useParts } from './detail/use-parts.ts'
export { Avatar } from './file/avatar.tsx'
export { fetchFile, saveByTicket, saveFile } from './file/download.ts'
export { FileImage } from './file/file-image.tsx'
export * from './form/index.ts'
export {
  formatBytes,
  formatDay,
  formatFen,
  formatInstant,
  formatNumber,
  formatRecorded,
  formatShare,
  formatShortFen,
  formatShortInstant,
  formatShortNumber,
} from './format.ts'
export { StrokeIcon, type StrokeIconProps } from './icon/stroke-icon.tsx'
export * from './icons.ts'
export * from './list/index.ts'
export * from './machine/index.ts'
export { message } from './message/message.ts'
export { Breadcrumb, PagePath } from './page/breadcrumb.tsx'
export { markOf, useMarks } from './page/marks.ts'
export { Page, type PageProps } from './page/page.tsx'
export { Picture } from './picture/picture.tsx'
export { KitProvider } from './provider.tsx'
export { Can, HasPermission, HasRole, usePermission, useRole } from './session/permission.tsx'
export {
  beginSession,
  endSession,
  nodesOf,
  readToken,
  readUser,
  storedSession,
  takeMenu,
  updateUser,
  useSession,
  useUserName,
} from './session/session.ts'
export { Skeleton } from './skeleton/skeleton.tsx'
export {
  chooseScheme,
  type StoredScheme,
  startScheme,
  storedSchemes,
  toggleScheme,
  useScheme,
} from './theme/scheme.ts'
export { CheckGrid } from './tree/check-grid.tsx'
export type { CheckNode } from './tree/check-state.ts'
export { CheckTree } from './tree/check-tree.tsx'
export {
  currentLanguage,
  type FullKey,
  onLanguageChange,
  registerWords,
  switchLanguage,
  translate,
  useLanguage,
  useWords,
  type WordsOf,
  wordsOf,
} from './words/words.ts'
