export { Menu, Modal, Popover, Tooltip } from '@mantine/core';
