export const tasksPath = '/dashboard/manus-assistant'
export const taskPath = (id: string) => `${tasksPath}/${id}`
