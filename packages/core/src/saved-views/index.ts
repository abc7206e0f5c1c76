export { deleteView } from './delete.ts'
export { listViews } from './list.ts'
export { saveView, type ViewDraft } from './save.ts'
export { type SavedView, savedViewLimits } from './view.ts'
