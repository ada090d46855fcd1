export const CUSTOMER_ID = /^cus_\w{1,200}$/
