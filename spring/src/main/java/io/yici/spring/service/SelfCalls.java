package io.yici.spring.service;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.util.ClassUtils;

/**
 * Finds, in the byte code of a bean's class and its superclasses, calls of guarded methods on {@code this}. Calls
 * through other classes, or on a {@code this} that went through a variable, are not seen.
 */
final class SelfCalls {
    private static final Logger LOG = LoggerFactory.getLogger(SelfCalls.class);

    /** A call of a guarded method that no proxy sees, and the method that makes it. */
    record Found(String caller, Declaration declaration) {}

    private final List<Declaration> declarations;
    private final Set<String> owners;
    private final List<Found> found = new ArrayList<>();

    private SelfCalls(List<Declaration> declarations, List<Class<?>> classes) {
        this.declarations = declarations;
        this.owners = classes.stream().map(Type::getInternalName).collect(Collectors.toSet());
    }

    /** All such calls in the one class that the declarations are in. */
    static List<Found> in(List<Declaration> declarations) {
        List<Class<?>> classes = Stream.<Class<?>>iterate(
                        ClassUtils.getUserClass(declarations.get(0).beanClass()),
                        type -> type != null && type != Object.class,
                        Class::getSuperclass)
                .toList();
        SelfCalls calls = new SelfCalls(declarations, classes);
        classes.forEach(calls::read);
        return calls.found;
    }

    private void read(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        String file = type.getName().replace('.', '/') + ".class";
        try (InputStream code = loader == null ? null : loader.getResourceAsStream(file)) {
            if (code != null) {
                new ClassReader(code).accept(new Methods(type), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | RuntimeException unreadable) {
            // A class file of a newer Java than Spring can read: the check is a help, not a guarantee.
            LOG.debug("{} could not be searched for calls on itself", type.getName(), unreadable);
        }
    }

    private @Nullable Declaration guarded(String owner, String name, String descriptor) {
        if (!owners.contains(owner)) {
            return null;
        }
        return declarations.stream()
                .filter(each -> each.method().getName().equals(name))
                .filter(each -> Type.getMethodDescriptor(each.method()).equals(descriptor))
                .findFirst()
                .orElse(null);
    }

    private final class Methods extends ClassVisitor {
        private final Class<?> type;

        private Methods(Class<?> type) {
            super(SpringAsmInfo.ASM_VERSION);
            this.type = type;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            boolean hasThis = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
            // A bridge is the guarded method itself under its erased signature.
            boolean isBridge = (access & Opcodes.ACC_BRIDGE) != 0;
            return hasThis && !isBridge ? new Calls(type.getSimpleName() + "." + name, name, descriptor) : null;
        }
    }

    private final class Calls extends ThisTrace {
        private final String title;
        private final String name;
        private final String descriptor;

        private Calls(String title, String name, String descriptor) {
            this.title = title;
            this.name = name;
            this.descriptor = descriptor;
        }

        @Override
        void calledOnThis(String owner, String called, String calledDescriptor) {
            boolean isSuperOfItself = called.equals(name) && calledDescriptor.equals(descriptor);
            Declaration declaration = guarded(owner, called, calledDescriptor);
            if (declaration != null && !isSuperOfItself) {
                found.add(new Found(title, declaration));
            }
        }

        @Override
        void boundToThis(Handle method) {
            calledOnThis(method.getOwner(), method.getName(), method.getDesc());
        }
    }
}
