import { conversationPage } from './conversation.tsx';
import { messagesPage } from './messages.tsx';
import { newMessagePage } from './new-message.tsx';

export const messagesPages = [messagesPage, newMessagePage, conversationPage] as const;
