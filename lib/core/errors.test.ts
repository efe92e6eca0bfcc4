import english from '@/messages/en.json'
import type { ErrorCode } from './errors'

// Word for word as the specification has them.
const errors: Partial<Record<ErrorCode, string>> = {
  expenseRequired: 'Title and amount are required',
  expensesLoadFailed: 'Failed to load expenses',
  expenseAddFailed: 'Failed to add expense',
  expenseUpdateFailed: 'Failed to update expense',
  productRequired: 'SKU and Title are required',
  productsLoadFailed: 'Failed to load products',
  productSaveFailed: 'Failed to save product',
  orderLineInvalid: 'Please enter a valid SKU and quantity',
  cartEmpty: 'Please add items to the cart',
  skuNotFound: 'SKU not found',
  cartAddFailed: 'Failed to add item to cart',
  orderSaveFailed: 'Failed to save order',
  recentOrdersLoadFailed: 'Failed to load recent orders',
  shopRequired: 'Fill all required fields',
  shopIdTaken: 'A shop with this ID already exists in your organization',
  shopPermissionDenied: 'Permission denied. Check your account permissions',
  shopAlreadyConnected: 'This shop is already connected to your organization',
  shopsLoadFailed: 'Failed to load shops',
  shopConnectFailed: 'Failed to connect shop',
  authorizationStartFailed: 'Failed to start authorization',
  platformNotSupported: 'Only Shopee authorization is supported at the moment',
  connectionTimeout: 'Connection timeout - check your internet and try again',
}

test.each(Object.entries(errors))('%s says %j', (code, text) => expect(english.errors[code as ErrorCode]).toBe(text))

test.each([
  ['Expense added successfully', english.expenses.added],
  ['Expense marked as {status}', english.expenses.marked],
  ['Product created successfully', english.products.created],
  ['Product updated successfully', english.products.updated],
  ['Order saved successfully', english.orders.entry.saved],
])('success says %j', (text, said) => expect(said).toBe(text))
